import { describe, expect, test } from 'vitest'
import { isDerived } from '../../../src/flow/judge/derive.js'
import { amountsIn } from '../../../src/flow/words/amounts.js'
import { numberOf, numbersIn } from '../../../src/flow/words/numbers.js'
import { Scene } from '../scene.js'

describe('numbers in the user’s words', () => {
  test.each<[string, number[]]>([
    ['send 100 to Lena', [100]],
    ['send $1,234.50 now', [1234.5]],
    ['sende 1.234,50 € an Lena', [1234.5]],
    ['exactly 1,234', [1234, 1.234]],
    ['exactly 1.234.567', [1234567]],
    ["2'500.00 CHF", [2500]],
    ['12.5', [12.5]],
    ['5k please', [5000]],
    ['(50)', [50]],
    ['50€, 60€.', [50, 60]],
    ['on 2025-05-15 at 10:30', []],
    ['v1.2.3-4 and x13', []],
    ['10.000 euros', [10000, 10]],
    ['by 10%', [10]],
    ['1. Pay 50. 2. Pay 60.', [60, 50]],
    ['nothing', []],
  ])('%j says %j', (text, values) => {
    expect([...numbersIn(text).values].sort((a, b) => b - a)).toEqual([...values].sort((a, b) => b - a))
  })

  test('percentages and factors are told apart', () => {
    const said = numbersIn('raise it by 10 percent, then 5%, or double it, not 7')
    expect([...said.percents]).toEqual([10, 5])
    expect([...said.factors]).toEqual([2])
  })

  test.each<[unknown, number | undefined]>([
    [5, 5],
    ['5', 5],
    ['100.00', 100],
    ['-3', -3],
    ['1e5', undefined],
    ['', undefined],
    ['12 apples', undefined],
    [true, undefined],
  ])('%j stands for %j', (value, number) => {
    expect(numberOf(value)).toBe(number)
  })
})

describe('one checked step', () => {
  const derived = (amount: number, words: string, own: number[], seq = 1) => {
    const scene = new Scene({ task: ['pay'] }).said(words)
    const [message] = scene.state.words.said(9)
    const quantities = own.sort((a, b) => a - b).map((value) => ({ value, seq }))
    const index = { quantities: () => quantities, shownSince: () => [] }
    return isDerived(amount, message ? [amountsIn(message)] : [], index, 4)
  }
  test.each<[string, number, string, number[]]>([
    ['sum', 1200, 'pay 200 euros more', [1000]],
    ['difference', 800, 'pay 200 euros less', [1000]],
    ['difference the other way', 200, 'pay the rest of the 1200 euros', [1000]],
    ['product', 75, 'pay it for each of the 3 people', [25]],
    ['percentage', 100, '10% of it', [1000]],
    ['raise by a percentage', 1100, 'raise it by 10%', [1000]],
    ['cut by a percentage', 900, 'cut it by 10%', [1000]],
    ['rounded percentage', 33.63, '3.3 percent of it', [1019]],
    ['double', 2000, 'double my rent', [1000]],
    ['half', 500, 'send half of it', [1000]],
    ['two numbers of the user', 70, 'buy 2 tickets at 35 euros each', []],
  ])('a %s passes', (_, amount, words, own) => {
    expect(derived(amount, words, own)).toBe(true)
  })
  test.each<[string, number, string, number[]]>([
    ['no operand of the user', 2000, 'pay my rent', [1000]],
    ['two steps', 1300, 'pay 100 euros more', [1100, 50]],
    ['a step without its word', 1200, 'pay 200 euros', [1000]],
    ['a year', 3024, 'pay it plus what was due in 2024', [1000]],
    ['a near miss', 1101, 'raise it by 10%', [1000]],
    ['a number that is no percentage', 1100, 'raise it by 10', [1000]],
    ['nothing at all', 0, 'pay 100', [100]],
  ])('%s does not pass', (_, amount, words, own) => {
    expect(derived(amount, words, own)).toBe(false)
  })
  test('a number that was seen later does not count', () => {
    expect(derived(1200, 'pay 200 euros more', [1000], 5)).toBe(false)
  })
})
