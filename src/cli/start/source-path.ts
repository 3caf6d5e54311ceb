/** Matches the path of a source in TypeScript or JavaScript that is no test. */
export const sourcePath =
  /^(?!.*(?:^|\/)(?:test|tests|__tests__)\/)(?!.*\.(?:test|spec|config|d)\.)[\s\S]*\.[cm]?[jt]s$/
