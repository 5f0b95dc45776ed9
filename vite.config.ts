import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What every page needs in one file, and what many need in another: they compress
            // better than many small ones, and React's stays cached when the shop's code changes.
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  test: /node_modules\/(react|react-dom|react-router|scheduler|clsx)\//,
                },
                {
                  name: 'shared',
                  test: /web\/(ui|shell|api|config)|lucide-react/,
                  minShareCount: 4,
                },
              ],
            },
          },
        },
      },
    },
  },
})
