/** Outside of a SvelteKit app. */
export const appBasePath: string = ''
