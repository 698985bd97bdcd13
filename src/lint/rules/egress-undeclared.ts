// Tools that publish, pay or share by their name, and are judged as if they only sent, or kept to themselves.

import { listRoles } from '../../tool/flow/role-review.js'
import { nameSays } from '../propose/verbs.js'
import type { ToolRule } from '../rule.js'

export const egressUndeclared: ToolRule = {
  id: 'egress-undeclared',
  severity: 'warning',
  reason:
    'The words that a user must have said, and who may learn the content, go by how a tool lets things out.',
  mend: "Declare 'egress': 'send', 'publish', 'pay', 'grant', or false where nothing leaves.",
  *check({ name, effect, flow, inputSchema }, { prefix }) {
    if ((effect !== 'trigger' && effect !== 'write') || !flow || flow.egress !== undefined) return
    const { egress } = nameSays(name, prefix)
    const hasTarget = listRoles(inputSchema, flow.roles, effect).some(({ role }) => role === 'target')
    const counts = hasTarget ? 'send' : false
    if (!egress || egress === counts) return
    yield {
      message: `by its name its egress is '${egress}'; undeclared it is ${counts === false ? 'none' : `'${counts}'`}`,
      mend: `Declare egress: '${egress}', or false where nothing leaves.`,
    }
  },
}
