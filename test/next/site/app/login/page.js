export default function Page() {
  return <p>Here one signs in.</p>
}
