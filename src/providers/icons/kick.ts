/** `simple-icons:kick` of Iconify, CC0 1.0. Drawn by `node tools/icons.js`. */
export default '<rect width="24" height="24" rx="6" fill="#53fc19"/><svg x="4.5" y="4.5" width="15" height="15" viewBox="0 0 24 24" fill="#111"><path d="M1.33 0h8v5.33H12V2.67h2.67V0h8v8H20v2.67h-2.67v2.66H20V16h2.67v8h-8v-2.67H12v-2.66H9.33V24h-8Z"/></svg>'
