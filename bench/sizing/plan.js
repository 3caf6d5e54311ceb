/**
 * The plan for a number of users: a calculation from what was measured and from these inputs.
 *
 * @module
 */

/** The assumptions, which an app replaces by its own figures. */
export const inputs = {
  /** The share of users who are active on a day. */
  dailyActive: 0.1,
  /** The share of users who have a session, because they were active within `session.maxAge`. */
  signedIn: 0.4,
  /** The sessions of a signed-in user: browsers and devices. */
  sessionsPerUser: 1.5,
  /** The session reads of an active user on a day. */
  readsPerDay: 100,
  /** The sign-ins of an active user on a day. */
  signInsPerDay: 0.2,
  /** How much more there is in the busiest second than on average. */
  peak: 3,
  /** The share of a core that is used at the peak. */
  load: 0.5,
}

const secondsPerDay = 86_400

/**
 * Calculates what a number of users needs.
 *
 * @param {number} users
 * @param {{ read: object, signIn: object }} throughput what one core of `app`, `postgres` and `redis` handles in a second
 * @param {Record<string, { user: number, session: number }>} bytes by store
 */
export function computePlan(users, { read, signIn }, bytes) {
  const active = users * inputs.dailyActive
  const sessions = users * inputs.signedIn * inputs.sessionsPerUser
  const readsPerSecond = (active * inputs.readsPerDay * inputs.peak) / secondsPerDay
  const signInsPerSecond = (active * inputs.signInsPerDay * inputs.peak) / secondsPerDay
  const countCores = part =>
    part in read
      ? Math.ceil((readsPerSecond / read[part] + signInsPerSecond / signIn[part]) / inputs.load)
      : 0
  return {
    users,
    sessions,
    readsPerSecond,
    signInsPerSecond,
    cores: { app: countCores('app'), postgres: countCores('postgres'), redis: countCores('redis') },
    bytes: {
      postgresUsers: users * bytes.postgres.user,
      postgresSessions: sessions * bytes.postgres.session,
      redisSessions: sessions * bytes.redis.session,
    },
  }
}
