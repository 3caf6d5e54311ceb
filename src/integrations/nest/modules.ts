import type { DynamicModule, Provider } from '@nestjs/common'
import type { ModulesContainer } from '@nestjs/core'
import { InvalidConfig } from '../../errors.js'
import { type ModuleService, nameService } from './request-state.js'

type NestModule = ModulesContainer extends Map<string, infer Module> ? Module : never
type Wrapper = NestModule['providers'] extends Map<unknown, infer Value> ? Value : never

/** The token by which a module of Latchkey has its service, whatever the class of the service is. */
export const moduleService = Symbol('latchkey:module-service')

/** Lists the services of all modules of Latchkey in an app. */
export function listServices(modules: ModulesContainer): readonly ModuleService[] {
  return [...modules.values()].flatMap(({ providers }) => {
    const wrapper = providers.get(moduleService)
    return wrapper ? [wrapper.instance as ModuleService] : []
  })
}

/**
 * Verifies that each injection of a service means one module. Nest would choose one by the order of the imports.
 *
 * @throws InvalidConfig if two modules have the same service, and a class of the app that needs it is in a module that imports none of
 *   both, or both
 */
export function assertDistinctServices(modules: ModulesContainer, defaultService: unknown): void {
  const classes: readonly unknown[] = listServices(modules).map(service => service.constructor)
  const repeated = new Set(classes.filter((service, index) => classes.indexOf(service) !== index))
  for (const service of repeated) {
    if (service !== defaultService) throw createRepeatedError(service, 'One service names one module.')
    for (const module of modules.values()) assertOneImport(module, service)
  }
}

function assertOneImport(module: NestModule, service: unknown): void {
  if (module.providers.has(moduleService)) return
  const { providers, controllers, injectables } = module
  const members = [...providers.values(), ...controllers.values(), ...injectables.values()] as Wrapper[]
  const user = members.find(member => listDependencies(member).includes(service))
  if (!user || (countImports(module, service) === 1 && !hasReexport(module))) return
  throw createRepeatedError(service, `${module.name} needs it for ${user.name}.`)
}

/** Returns the tokens that Nest injects: what the compiler wrote, and what `@Inject()` names. */
function listDependencies({ inject, metatype }: Wrapper): readonly unknown[] {
  if (inject) return inject
  if (typeof metatype !== 'function') return []
  const read = (key: string): readonly object[] => Reflect.getMetadata(key, metatype) ?? []
  const named = [...read('self:paramtypes'), ...read('self:properties_metadata')]
  const tokens = named.map(entry => Reflect.get(entry, 'param') ?? Reflect.get(entry, 'type'))
  return [...read('design:paramtypes'), ...tokens]
}

/** Counts the modules with the service among the imports that the app wrote. Nest adds global modules to them. */
function countImports({ metatype }: NestModule, service: unknown): number {
  const imports: readonly Partial<DynamicModule>[] = Reflect.getMetadata('imports', metatype) ?? []
  const providers: readonly Provider[] = imports.flatMap(({ providers = [] }) => providers)
  return providers.filter(
    provider =>
      'useExisting' in provider && provider.provide === moduleService && provider.useExisting === service,
  ).length
}

/** Whether another import exports modules of Latchkey, which Nest may find first. */
function hasReexport({ imports }: NestModule): boolean {
  const isLatchkey = (module: NestModule) => module.providers.has(moduleService)
  const metatypes = new Set<unknown>([...imports].filter(isLatchkey).map(({ metatype }) => metatype))
  return [...imports].some(
    module => !isLatchkey(module) && [...module.exports].some(token => metatypes.has(token)),
  )
}

function createRepeatedError(service: unknown, reason: string): InvalidConfig {
  const { name } = service as { readonly name: string }
  return new InvalidConfig(`Several \`AuthModule\` provide ${name}. ${reason} ${nameService}`)
}
