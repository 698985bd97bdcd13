import { describe, expect, test } from 'vitest'
import { inheritedEnvironment } from '../../../src/gateway/upstream/environment.js'

describe('the environment of a server', () => {
  test.each([
    ['PATH', '/bin', true],
    ['HOME', '/home/me', true],
    ['LC_ALL', 'C.UTF-8', true],
    ['NODE_EXTRA_CA_CERTS', '/ca.pem', true],
    ['SALLYPORT_TOKEN', 'secret', false],
    ['AWS_SECRET_ACCESS_KEY', 'secret', false],
    ['HTTPS_PROXY', 'http://user:secret@proxy', false],
    ['NODE_OPTIONS', '--require=/tmp/x.js', false],
    ['MY_PATH', '/x', false],
    ['LANG', '() { :; }', false],
  ])('%s=%s is inherited: %s', (name, value, inherited) => {
    expect(name in inheritedEnvironment({ [name]: value })).toBe(inherited)
  })
})
