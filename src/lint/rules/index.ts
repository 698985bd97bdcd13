// All rules, in the order in which a reader should think of them: will it work, is it safe, will it be chosen,
// will it be called right, what does it cost. A new rule is a file beside this one and a line here.

import type { Rule } from '../rule.js'
import { annotationsDoubtful } from './annotations-doubtful.js'
import { annotationsMissing } from './annotations-missing.js'
import { commandRole } from './command-role.js'
import { contentAsTarget } from './content-as-target.js'
import { defaultValid } from './default-valid.js'
import { definitionBudget } from './definition-budget.js'
import { deprecatedTool } from './deprecated-tool.js'
import { descriptionLong } from './description-long.js'
import { descriptionMissing } from './description-missing.js'
import { descriptionThin } from './description-thin.js'
import { egressUndeclared } from './egress-undeclared.js'
import { enumInProse } from './enum-in-prose.js'
import { flagPile } from './flag-pile.js'
import { hiddenCharacters } from './hidden-characters.js'
import { instructionText } from './instruction-text.js'
import { integerAsNumber } from './integer-as-number.js'
import { jsonInString } from './json-in-string.js'
import { mixUp } from './mix-up.js'
import { mixedEffects } from './mixed-effects.js'
import { nameCollision } from './name-collision.js'
import { namePortable } from './name-portable.js'
import { originTooGood } from './origin-too-good.js'
import { originUndeclared } from './origin-undeclared.js'
import { outputUndeclared } from './output-undeclared.js'
import { parameterUndescribed } from './parameter-undescribed.js'
import { portableAnthropic } from './portable-anthropic.js'
import { portableGemini } from './portable-gemini.js'
import { portableOpenai } from './portable-openai.js'
import { portableOpenaiStrict } from './portable-openai-strict.js'
import { proseConstraint } from './prose-constraint.js'
import { publicChoice } from './public-choice.js'
import { readUrl } from './read-url.js'
import { repeatedCursor } from './repeated-cursor.js'
import { rolesUndeclared } from './roles-undeclared.js'
import { saysWhen } from './says-when.js'
import { saysWhenNot } from './says-when-not.js'
import { schemaValid } from './schema-valid.js'
import { secretParameter } from './secret-parameter.js'
import { selectorSpace } from './selector-space.js'
import { selfApproval } from './self-approval.js'
import { toolCount } from './tool-count.js'
import { unboundedResult } from './unbounded-result.js'
import { uncappedArray } from './uncapped-array.js'
import { uncappedNumber } from './uncapped-number.js'
import { uncappedRange } from './uncapped-range.js'
import { unknownReference } from './unknown-reference.js'
import { untypedParameter } from './untyped-parameter.js'
import { unusedDefinitions } from './unused-definitions.js'

export const RULES: readonly Rule[] = Object.freeze([
  schemaValid,
  namePortable,
  nameCollision,
  repeatedCursor,
  portableOpenai,
  portableAnthropic,
  portableGemini,
  portableOpenaiStrict,
  hiddenCharacters,
  instructionText,
  annotationsMissing,
  annotationsDoubtful,
  mixedEffects,
  selfApproval,
  secretParameter,
  readUrl,
  commandRole,
  contentAsTarget,
  egressUndeclared,
  publicChoice,
  originTooGood,
  rolesUndeclared,
  selectorSpace,
  originUndeclared,
  descriptionMissing,
  descriptionThin,
  descriptionLong,
  mixUp,
  saysWhen,
  saysWhenNot,
  deprecatedTool,
  unknownReference,
  parameterUndescribed,
  untypedParameter,
  enumInProse,
  jsonInString,
  proseConstraint,
  defaultValid,
  integerAsNumber,
  flagPile,
  uncappedNumber,
  uncappedArray,
  uncappedRange,
  unboundedResult,
  outputUndeclared,
  unusedDefinitions,
  definitionBudget,
  toolCount,
])
