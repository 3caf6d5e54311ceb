export default function Page() {
  return <p>Sign-in page</p>
}
