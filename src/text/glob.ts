// Names by pattern: what operators write in rules and in policies of tools.

/** Whether a pattern stands for a name; `*` stands for any characters. Linear: no pattern makes it backtrack. */
export function matches(pattern: string, name: string): boolean {
  const [head = '', ...parts] = pattern.split('*')
  if (parts.length === 0) return pattern === name
  const tail = parts.pop() ?? ''
  if (name.length < head.length + tail.length || !name.startsWith(head) || !name.endsWith(tail)) return false
  let at = head.length
  const end = name.length - tail.length
  for (const part of parts) {
    const found = name.indexOf(part, at)
    if (found < 0 || found + part.length > end) return false
    at = found + part.length
  }
  return true
}
