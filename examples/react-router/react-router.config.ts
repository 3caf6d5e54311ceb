import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  future: {
    // Latchkey is middleware. React Router 8 has it without a flag.
    v8_middleware: true,
  },
} satisfies Config
