import { MockLanguageModelV3 } from 'ai/test'
import { MockLanguageModelV4 } from 'ai7/test'
import { scriptedModel } from 'sallyport/testing'
import { expect, test } from 'vitest'
import type { Model } from '../../../src/agents/run/model.js'

test('models of ai 6, of ai 7 and the scripted one are models', () => {
  const models: Model[] = [new MockLanguageModelV3(), new MockLanguageModelV4(), scriptedModel([])]
  expect(models.map(({ specificationVersion }) => specificationVersion)).toEqual(['v3', 'v4', 'v3'])
})
