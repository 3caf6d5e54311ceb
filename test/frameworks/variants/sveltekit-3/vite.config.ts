import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  // SvelteKit 3 replaced `$lib` with `#lib`. The alias keeps `$lib`.
  plugins: [sveltekit({ adapter: adapter(), alias: { $lib: 'src/lib' } })],
})
