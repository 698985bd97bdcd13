// JSON as a type: the names that the declaration uses, from the room that knows JSON.

export { isRecord, type Json, type JsonObject } from '../json/json.js'
