/** `simple-icons:bitbucket` of Iconify, CC0 1.0. Drawn by `node tools/icons.js`. */
export default '<rect width="24" height="24" rx="6" fill="#0052cc"/><svg x="4.5" y="4.5" width="15" height="15" viewBox="0 0 24 24" fill="#fff"><path d="M.78 1.21a.77.77 0 0 0-.77.9l3.26 19.8c.09.5.52.87 1.02.88h15.66a.8.8 0 0 0 .77-.65l3.27-20.03a.77.77 0 0 0-.77-.89zm13.74 14.32h-5L8.17 8.47h7.56z"/></svg>'
