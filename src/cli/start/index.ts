export { methods, selectMethods, startFrameworks, stores } from './choices.js'
export { createStart } from './create-start.js'
export { frameworks } from './frameworks/index.js'
