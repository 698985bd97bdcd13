// Takes secrets out of a text of any form, where they stand: pairs, lines of a configuration, elements, fields
// of a multipart form, addresses with a password, and tokens that are known by their shape.

/** What the passes ask. */
interface TextJudge {
  isSecret(name: string, where: 'outside' | 'body', value: string): boolean
  /** What is put in place of a secret. */
  found(value: string): string
}

const NAME = '[\\w.%[\\]$-]{1,100}'
// A run of word characters is looked at from its start only: else a long one costs its square.
const PAIR = new RegExp(
  `(?<![\\w.%[\\]$-])(${NAME})([ \\t]*=[ \\t]*)("[^"\\n]*"|'[^'\\n]*'|[^\\s&;,"'<>\\\\]+)`,
  'g',
)
const LINE =
  /^([ \t]*(?:-[ \t]+|export[ \t]+)?["']?([\w.-]{1,100})["']?[ \t]*[:=][ \t]*)([^\r\n&{[][^\r\n&]*)$/gm
const ELEMENT =
  /<((?:[\w.-]{1,40}:)?([\w.-]{1,80}))((?:\s[^<>]{0,500})?)>([^<]{1,10000}|<!\[CDATA\[[^\]]{1,10000}\]\]>)<\/\1\s*>/g
const TAG = /<(?:input|meta|param)\b[^<>]{1,2000}>/gi
const PART =
  /(\bname="?([^"\r\n;]{1,100})"?[^\r\n]{0,500}\r?\n(?:[^\r\n]{1,500}\r?\n){0,8}\r?\n)([\s\S]*?)(?=\r?\n--)/g
const USERINFO = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'<>]{0,100}:)([^\s/@"'<>]{1,500})(?=@)/gi
const SHAPES = [
  /(\bBearer\s+)([\w.~+/-]{16,}=*)(?![\w="'])/g,
  /(\b)(eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,})/g,
  /(-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----)([^-]{1,20000})(?=-----END)/g,
]

/** The text without its secrets; all else as it was. */
export function redactText(text: string, judge: TextJudge): string {
  const named = (match: string, before: string, name: string, value: string) =>
    judge.isSecret(name, 'body', value) ? before + judge.found(value) : match
  let clean = text
  for (const shape of SHAPES) clean = clean.replace(shape, (_, before, value) => before + judge.found(value))
  clean = clean.replace(USERINFO, (_, before, value) => before + judge.found(decoded(value)))
  clean = clean.replace(PART, named)
  clean = clean.replace(ELEMENT, (match, full, name, rest, value) =>
    judge.isSecret(name, 'body', value) ? `<${full}${rest}>${judge.found(bare(value))}</${full}>` : match,
  )
  clean = clean.replace(TAG, (tag) => {
    const name = /\bname\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1] ?? ''
    if (!judge.isSecret(name, 'body', '')) return tag
    return tag.replace(
      /(\b(?:value|content)\s*=\s*)("[^"]*"|'[^']*'|[^\s>]+)/gi,
      (_, before, value) => before + quotedAs(value, judge),
    )
  })
  clean = clean.replace(LINE, named)
  return clean.replace(PAIR, (match, name, equals, value, at: number) => {
    const where = /[?&]/.test(clean[at - 1] ?? '') ? 'outside' : 'body'
    return judge.isSecret(decoded(name), where, value) ? name + equals + quotedAs(value, judge) : match
  })
}

/** What an escaped part of an address stands for. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return part
  }
}

function quotedAs(value: string, judge: TextJudge): string {
  const quote = /^["']/.exec(value)?.[0]
  return quote ? quote + judge.found(value.slice(1, -1)) + quote : judge.found(decoded(value))
}

function bare(value: string): string {
  return value.replace(/^<!\[CDATA\[([\s\S]*)\]\]>$/, '$1')
}
