export async function getServerSideProps() {
  return { props: { secret: 'For members, as it was.' } }
}

export default function Page({ secret }) {
  return <p>{secret}</p>
}
