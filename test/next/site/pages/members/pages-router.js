export async function getServerSideProps() {
  return { props: { secret: 'Members only.' } }
}

export default function Page({ secret }) {
  return <p>{secret}</p>
}
