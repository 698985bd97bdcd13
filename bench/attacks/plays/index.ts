// All plays, in the order of the report.

import type { Play } from '../play.js'
import { plays as actsSpent } from './acts-spent.js'
import { plays as amounts } from './amounts.js'
import { plays as choosing } from './choosing.js'
import { plays as commands } from './commands.js'
import { plays as credentials } from './credentials.js'
import { plays as dates } from './dates.js'
import { plays as derived } from './derived.js'
import { plays as echo } from './echo.js'
import { plays as handles } from './handles.js'
import { plays as idSpaces } from './id-spaces.js'
import { plays as incidents1 } from './incidents-1.js'
import { plays as incidents2 } from './incidents-2.js'
import { plays as languages } from './languages.js'
import { plays as laundering } from './laundering.js'
import { plays as links } from './links.js'
import { plays as lookAlikes } from './look-alikes.js'
import { plays as oldWords } from './old-words.js'
import { plays as pastedText } from './pasted-text.js'
import { plays as readers } from './readers.js'
import { plays as recordNaming } from './record-naming.js'
import { plays as research } from './research.js'
import { plays as rootsAndPaths } from './roots-and-paths.js'
import { plays as severalRecipients } from './several-recipients.js'
import { plays as undeclared } from './undeclared.js'
import { plays as webhooks } from './webhooks.js'
import { plays as wrongRecipient } from './wrong-recipient.js'

export const allPlays: readonly Play[] = [
  ...actsSpent,
  ...amounts,
  ...choosing,
  ...commands,
  ...credentials,
  ...dates,
  ...derived,
  ...echo,
  ...handles,
  ...idSpaces,
  ...incidents1,
  ...incidents2,
  ...languages,
  ...laundering,
  ...links,
  ...lookAlikes,
  ...oldWords,
  ...pastedText,
  ...readers,
  ...recordNaming,
  ...research,
  ...rootsAndPaths,
  ...severalRecipients,
  ...undeclared,
  ...webhooks,
  ...wrongRecipient,
]
