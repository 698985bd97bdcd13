// Text in a definition that speaks to the model over the heads of user and host: tool poisoning.

import type { ToolRule } from '../rule.js'
import { cut } from '../words.js'
import { textsOf } from './hidden-characters.js'

// Each pattern asks for a whole turn of phrase, since honest definitions say "ignore", "must", "never" and
// "important" all the time. The turns are those of the published attacks (Invariant Labs, "Tool Poisoning
// Attacks", 2025, and the variants that followed). All quantifiers are bounded: the text is a stranger's.
const TURNS: readonly Turn[] = [
  {
    what: 'overrides other instructions',
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass)\s+(?:(?:all|any|the|your|every|of|these|those|other)\s+){0,3}(?:previous|prior|above|earlier|preceding|existing|system|other|user'?s?|your)\s+(?:\w+\s+){0,2}(?:instructions?|prompts?|guidelines|directions)\b(?!\s+(?:settings?|templates?|files?|versions?)\b)/i,
  },
  {
    // Rules, policies and messages are also what views, buckets and threads have.
    what: 'overrides other instructions',
    pattern:
      /\b(?:ignore|disregard|forget)\s+(?:(?:all|any|the|of|these|those)\s+){0,3}(?:your\s+(?:\w+\s+)?(?:rules|policies)\b|(?:previous|prior|above|earlier|preceding)\s+(?:\w+\s+)?(?:rules|policies|messages)\b(?!\s+(?:of|in|on|for|from|when)\b))/i,
  },
  {
    what: 'keeps something from the user',
    pattern:
      /\b(?:do\s+not|don['’]t|never|must\s+not|without|avoid|refrain\s+from)\s+(?:ever\s+)?(?:tell(?:ing)?|inform(?:ing)?)\s+(?:(?:this|that|it|about|anything|any|of|the|these|to|with|steps?|file|fact|details?)\s+){0,6}(?:to\s+)?(?:the\s+)?(?:user|human|person|operator|anyone)\b/i,
    unless: ofTheTool,
  },
  {
    what: 'keeps something from the user',
    pattern:
      /\b(?:do\s+not|don['’]t|never|must\s+not|without|avoid|refrain\s+from)\s+(?:ever\s+)?(?:mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|show(?:ing)?)\s+(?:(?:this|that|it|about|anything|any|of|the|these|with|steps?|file|fact|details?)\s+){0,6}to\s+(?:the\s+)?(?:user|human|person|operator|anyone)\b/i,
    unless: ofTheTool,
  },
  {
    what: 'keeps something from the user',
    pattern:
      /\b(?:do\s+not|don['’]t|never|must\s+not|without|avoid|refrain\s+from)\s+(?:ever\s+)?(?:(?:notify|alert)(?:ing)?\s+(?:the\s+)?(?:user|human|operator)\b|let(?:ting)?\s+(?:the\s+)?(?:user|human|person|operator|anyone)\s+(?:know|see|notice|find|realize|realise)\b)/i,
    unless: ofTheTool,
  },
  {
    what: 'keeps something from the user',
    pattern:
      /\b(?:do\s+not|don['’]t|never)\s+mention\s+(?:that|this|it)\b[^.\n]{0,80}\b(?:you|tool|step|instruction)\b/i,
  },
  {
    what: 'sends the model to secrets',
    pattern:
      /(?:~|\$HOME|%USERPROFILE%|\/home\/[\w.-]{1,32}|\/root|\/Users\/[\w.-]{1,32})?[/\\]?\.(?:ssh[/\\](?:id_|authorized_keys|config)|aws[/\\]credentials|cursor[/\\]mcp\.json|claude\.json|netrc|kube[/\\]config)|\bid_(?:rsa|ed25519|ecdsa)\b|\/etc\/(?:passwd|shadow)\b/i,
    unless: (sentence) => isThirdPerson(sentence) || EXAMPLE.test(sentence),
  },
  {
    what: 'asks for the conversation or the system prompt',
    pattern:
      /\b(?:include|pass|send|append|attach|provide|put|copy|forward|repeat|output)\b[^.\n]{0,60}\b(?:(?:the|your)\s+system\s+prompt|(?:entire|full|whole|complete|all(?:\s+of\s+the)?)\s+(?:previous\s+)?(?:conversation|chat|message)\s*(?:history|log|context|messages|so\s+far))(?!\s+(?:of|from)\s+an?\s)/i,
  },
  {
    what: 'steers other tools',
    pattern:
      /\b(?:before|after|when(?:ever)?|instead\s+of)\s+(?:using|calling|invoking|running|executing|you\s+(?:use|call))\s+(?:any|all|every|each|some)(?:\s+of\s+the)?\s+(?:other|another)?\s*tools?\b(?!\s+(?:of|in|from)\s+this\b|\s+here\b)[^.\n]{0,120}\b(?:must|always|first|call|use|read|run)\b|\bevery\s+(?:time|request|message|response|conversation)\b[^.\n]{0,40}\b(?:must|always)\s+(?:first\s+)?(?:call|use|run|invoke)\s+this\s+tool\b/i,
  },
  {
    what: 'poses as the system',
    pattern:
      /<\s*(system|important|secret|hidden|admin|instructions?|assistant)\s*>[\s\S]{1,4000}?<\s*\/\s*\1\s*>/i,
    unless: (_, turn) => isNoSentence(turn),
  },
  {
    what: 'poses as the system',
    pattern:
      /<\|(?:im_start|im_end|system|endoftext)\|>|\[\/?INST\]|<<\/?SYS>>|^\s*(?:###\s*)?(?:system|assistant)\s*:\s*you\s+(?:are|must|will)\b/im,
  },
  {
    what: 'hides text in a comment',
    pattern: /<!--[\s\S]{1,2000}?-->/,
    unless: (_, turn) => isNoSentence(turn),
  },
]

interface Turn {
  readonly what: string
  readonly pattern: RegExp
  /** Honest after all, going by the sentence up to it and by the turn itself. */
  readonly unless?: (sentence: string, turn: string) => boolean
}

/** "Sends the mail without telling the user", "if silent is true, do not notify the user": what the tool does. */
function ofTheTool(sentence: string): boolean {
  return isThirdPerson(sentence) || /\b(?:is|to|=)\s*(?:true|false|set)\b/i.test(sentence)
}

/** A sentence that begins with a verb of what the tool does: `Reads`, `Returns`. It orders nobody to do it. */
function isThirdPerson(sentence: string): boolean {
  const [, verb = ''] = /^\W{0,8}([a-z]{1,20}[^s\W]s)\s/i.exec(sentence) ?? []
  return verb !== '' && !NO_VERB.test(verb)
}

/** Words on `s` that begin other sentences, and verbs by which a text asks for something. */
const NO_VERB =
  /^(?:always|this|thus|its|is|was|has|does|yes|instructions|users|requires|needs|expects|takes|wants|asks|works|uses|depends|perhaps|besides|sometimes|tools|agents|models|assistants)$/i

const EXAMPLE =
  /(?:\be\.?g\.?,?|\bfor example,?|\bfor instance,?|\bsuch as|\blike|\bdefault(?:s to)?:?)\s*['"`(]?\s*$/i

/** `<!-- comment -->` and `<system>...</system>` show a form; they say nothing to a model. */
function isNoSentence(turn: string): boolean {
  const said = turn.replaceAll(/<!--|-->/g, ' ').replaceAll(/<[^<>]{0,40}>/g, ' ')
  return (said.match(/\p{L}+/gu) ?? []).length < 3
}

export const instructionText: ToolRule = {
  id: 'instruction-text',
  severity: 'error',
  reason:
    'A model obeys what stands in a definition; text that steers it past the user is how tools are poisoned.',
  mend: 'Say what the tool does and takes. What a host or a user should decide has no place in a definition.',
  *check(tool) {
    for (const { path, text } of textsOf(tool)) {
      for (const { what, pattern, unless } of TURNS) {
        for (const match of text.matchAll(new RegExp(pattern, `${pattern.flags}g`))) {
          if (unless?.(sentenceUpTo(text, match.index), match[0])) continue
          yield { path, message: `${what}: ${JSON.stringify(cut(match[0], 80))}` }
          break
        }
      }
    }
  },
}

/** What stands before a place in its sentence; nothing where the sentence is too long to see its beginning. */
function sentenceUpTo(text: string, index: number): string {
  const from = Math.max(0, index - LONGEST_SENTENCE)
  const before = text.slice(from, index)
  const start = Math.max(...['. ', '! ', '? ', '\n'].map((end) => before.lastIndexOf(end)))
  return start === -1 && from > 0 ? '' : before.slice(start + 1)
}

const LONGEST_SENTENCE = 200
