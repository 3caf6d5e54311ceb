/** `simple-icons:42` of Iconify, CC0 1.0. Drawn by `node tools/icons.js`. */
export default '<rect width="24" height="24" rx="6" fill="#000000"/><svg x="4.5" y="4.5" width="15" height="15" viewBox="0 0 24 24" fill="#fff"><path d="M19.58 16.85H24v-4.44ZM24 3.57h-4.42V8l-4.42 4.42v4.44h4.42v-4.44L24 8Zm-4.42 0h-4.42V8zm-6.32 8.84H4.42l8.84-8.84H8.84L0 12.41v3.6h8.84v4.42h4.42z"/></svg>'
