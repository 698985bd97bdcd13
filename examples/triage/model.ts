// Which model plays: that of a provider whose key is in the environment, else the script. Providers are packages of
// the AI SDK, none of which is a dependency here: they are loaded when they are there.

import type { Model } from 'sallyport/agents'
import { makeScript } from './script.js'

/** A model, and what to tell the reader about it. */
export interface Chosen {
  readonly model: Model
  readonly isScripted: boolean
  readonly note: string
}

/** Loads a package; rejects when it is not installed. */
export type Load = (name: string) => Promise<Record<string, unknown>>

const PROVIDERS = [
  { key: 'ANTHROPIC_API_KEY', name: '@ai-sdk/anthropic', make: 'anthropic', id: 'claude-sonnet-4-5' },
  { key: 'OPENAI_API_KEY', name: '@ai-sdk/openai', make: 'openai', id: 'gpt-5-mini' },
  { key: 'GOOGLE_GENERATIVE_AI_API_KEY', name: '@ai-sdk/google', make: 'google', id: 'gemini-2.5-flash' },
  { key: 'MISTRAL_API_KEY', name: '@ai-sdk/mistral', make: 'mistral', id: 'mistral-large-latest' },
] as const

/** Chooses a model. `TRIAGE_MODEL` names another one of the same provider. */
export async function chooseModel(env: NodeJS.ProcessEnv, load: Load): Promise<Chosen> {
  const scripted = (note: string): Chosen => ({ model: makeScript(), isScripted: true, note })
  const provider = PROVIDERS.find(({ key }) => env[key])
  if (!provider)
    return scripted('A scripted model plays. With a key (ANTHROPIC_API_KEY, ...) a real one does.')
  const { key, name, make, id } = provider
  const loaded = await load(name).catch(() => undefined)
  const of = loaded?.[make]
  if (typeof of !== 'function') {
    return scripted(
      `${key} is set, but ${name} is not installed: npm install --no-save ${name}. A scripted model plays.`,
    )
  }
  const model = of(env.TRIAGE_MODEL ?? id) as Model
  return { model, isScripted: false, note: `${model.provider} plays: ${model.modelId}.` }
}
