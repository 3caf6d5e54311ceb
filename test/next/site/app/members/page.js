export default function Page() {
  return <p>Members only.</p>
}
