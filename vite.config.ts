import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { groups } from './web/chunks.ts'
import { openWhatIsGone } from './web/gone-module.ts'
import { iconsApart } from './web/icons-apart.ts'
import { supportedBrowsers } from './web/supported-browsers.ts'

const oldest = Object.entries(supportedBrowsers).map((browser) => browser.join('').toLowerCase())

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), iconsApart(), openWhatIsGone()],
  build: { assetsInlineLimit: 0, reportCompressedSize: false, target: oldest },
  environments: {
    // The pages use some hundred of its 1,700 icons: bundling it leaves out the rest.
    ssr: { resolve: { noExternal: ['lucide-react'] } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
  },
})
