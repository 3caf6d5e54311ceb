export const POST = () => Response.json('shown')
