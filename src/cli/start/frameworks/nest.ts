import { addElement, addImport, applySourceEdits } from '../edit-source.js'
import { findImportSuffix, toRelativeImport } from '../import-path.js'
import { renderConstant, renderModule } from '../render-module.js'
import type { StartFramework } from '../start-types.js'

export const nest: StartFramework = {
  name: 'NestJS',
  dependency: '@nestjs/core',
  basePath: '/auth',
  port: 3000,
  guide: 'frameworks/nest',
  environmentFile: '.env',
  importSuffix: '.js',
  getAuthPath: ({ extension }) => `src/auth.${extension}`,
  createFiles: (config, { extension }) => [
    {
      path: `src/auth.${extension}`,
      language: extension,
      text: renderModule(config, {
        imports: extension === 'ts' ? ["import type { NestAuthConfig } from 'latchkey/nest'"] : [],
        open: renderConstant(
          { name: 'authConfig', type: 'NestAuthConfig', module: 'latchkey/nest' },
          extension,
        ),
        close: '}',
        extension,
      }),
    },
  ],
  edits: [
    {
      path: /^src\/app\.module\.[jt]s$/,
      change: ({ path, source }, authPath) =>
        applySourceEdits(path, source, [
          addImport("import { AuthModule } from 'latchkey/nest'"),
          addImport(
            `import { authConfig } from '${toRelativeImport(path, authPath, findImportSuffix(source))}'`,
          ),
          addElement('imports', 'AuthModule.forRoot(authConfig)'),
        ]),
      instruction: authPath =>
        `Import \`AuthModule.forRoot(authConfig)\` of \`latchkey/nest\` in the root module, with \`authConfig\` of ${authPath}.`,
    },
  ],
}
