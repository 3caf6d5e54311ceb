/** `simple-icons:deviantart` of Iconify, CC0 1.0. Drawn by `node tools/icons.js`. */
export default '<rect width="24" height="24" rx="6" fill="#05cc47"/><svg x="4.5" y="4.5" width="15" height="15" viewBox="0 0 24 24" fill="#111"><path d="m19.2 4.8.24-.44V0h-4.37l-.44.44-2.05 3.93-.65.43H4.58v6h4.04l.36.43-4.17 7.98-.24.43V24h4.36l.44-.44 2.07-3.92.64-.44h7.35v-6h-4.05l-.36-.43z"/></svg>'
