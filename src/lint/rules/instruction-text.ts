// Text in a definition that speaks to the model over the heads of user and host: tool poisoning.

import type { ToolRule } from '../rule.js'
import { cut } from '../words.js'
import { textsOf } from './hidden-characters.js'

// Each pattern asks for a whole turn of phrase, since honest definitions say "ignore", "must", "never" and
// "important" all the time. The turns are those of the published attacks (Invariant Labs, "Tool Poisoning
// Attacks", 2025, and the variants that followed). All quantifiers are bounded: the text is a stranger's.
const TURNS: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  {
    what: 'overrides other instructions',
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass)\s+(?:(?:all|any|the|your|every|of|these|those|other)\s+){0,3}(?:previous|prior|above|earlier|preceding|existing|system|other|user'?s?)\s+(?:\w+\s+){0,2}(?:instructions?|prompts?|rules|guidelines|directions|messages|policies)\b/i,
  },
  {
    what: 'keeps something from the user',
    pattern:
      /\b(?:do\s+not|don['’]t|never|must\s+not|without|avoid|refrain\s+from)\s+(?:ever\s+)?(?:tell(?:ing)?|mention(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|let(?:ting)?)\s+(?:(?:this|that|it|about|anything|any|of|the|these|to|with|steps?|file|fact|details?)\s+){0,6}(?:to\s+)?(?:the\s+)?(?:user|human|person|operator|anyone)\b/i,
  },
  {
    what: 'keeps something from the user',
    pattern:
      /\b(?:do\s+not|don['’]t|never)\s+mention\s+(?:that|this|it)\b[^.\n]{0,80}\b(?:read|file|tool|call|step|instruction)/i,
  },
  {
    what: 'sends the model to secrets',
    pattern:
      /(?:~|\$HOME|%USERPROFILE%|\/home\/[\w.-]{1,32}|\/root|\/Users\/[\w.-]{1,32})?[/\\]?\.(?:ssh[/\\](?:id_|authorized_keys|config)|aws[/\\]credentials|cursor[/\\]mcp\.json|claude\.json|netrc|kube[/\\]config)|\bid_(?:rsa|ed25519|ecdsa)\b|\/etc\/(?:passwd|shadow)\b/i,
  },
  {
    what: 'asks for the conversation or the system prompt',
    pattern:
      /\b(?:include|pass|send|append|attach|provide|put|copy|forward|repeat|output)\b[^.\n]{0,60}\b(?:(?:the|your)\s+system\s+prompt|(?:entire|full|whole|complete|all(?:\s+of\s+the)?)\s+(?:previous\s+)?(?:conversation|chat|message)\s*(?:history|log|context|messages|so\s+far))/i,
  },
  {
    what: 'steers other tools',
    pattern:
      /\b(?:before|after|when(?:ever)?|instead\s+of)\s+(?:using|calling|invoking|running|executing|you\s+(?:use|call))\s+(?:any|all|every|each|some)(?:\s+of\s+the)?\s+(?:other|another)?\s*tools?\b[^.\n]{0,120}\b(?:must|always|first|call|use|read|run)\b|\bevery\s+(?:time|request|message|response|conversation)\b[^.\n]{0,40}\b(?:must|always)\s+(?:first\s+)?(?:call|use|run|invoke)\s+this\s+tool\b/i,
  },
  {
    what: 'poses as the system',
    pattern:
      /<\s*(system|important|secret|hidden|admin|instructions?|assistant)\s*>[\s\S]{1,4000}?<\s*\/\s*\1\s*>|<\|(?:im_start|im_end|system|endoftext)\|>|\[\/?INST\]|<<\/?SYS>>|^\s*(?:###\s*)?(?:system|assistant)\s*:\s*you\s+(?:are|must|will)\b/im,
  },
  { what: 'hides text in a comment', pattern: /<!--[\s\S]{1,2000}?-->/ },
]

export const instructionText: ToolRule = {
  id: 'instruction-text',
  severity: 'error',
  reason:
    'A model obeys what stands in a definition; text that steers it past the user is how tools are poisoned.',
  mend: 'Say what the tool does and takes. What a host or a user should decide has no place in a definition.',
  *check(tool) {
    for (const { path, text } of textsOf(tool)) {
      for (const { what, pattern } of TURNS) {
        const match = pattern.exec(text)
        if (match) yield { path, message: `${what}: ${JSON.stringify(cut(match[0], 80))}` }
      }
    }
  },
}
