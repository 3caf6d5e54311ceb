export default function Plain() {
  return <p>A page without the session</p>
}
