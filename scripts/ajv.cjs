// What src/base/late.ts requires of ajv: bundle.mjs makes one file of it, whose parts are run when they are asked for.

module.exports = {
  get 2020() {
    return require('ajv/dist/2020.js')
  },
  get 2019() {
    return require('ajv/dist/2019.js')
  },
  get 'vocabularies/code'() {
    return require('ajv/dist/vocabularies/code.js')
  },
  get 'runtime/uri'() {
    return require('ajv/dist/runtime/uri.js')
  },
}
