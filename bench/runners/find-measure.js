/** Loads a measure in the process of a candidate, whose selection is the last argument: `{ file, title, name }`. */
export async function findMeasure() {
  const { file, title, name } = JSON.parse(process.argv[2])
  const { measures } = await import(file)
  return { name, measure: measures.find(measure => measure.title === title) }
}
