export default function Private() {
  return <p data-testid="private">For signed-in users</p>
}
