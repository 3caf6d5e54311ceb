/** Tables of the published adapters, from their guides. */
export const drizzleSqlite = `
  create table user (id text primary key not null, name text, email text unique, emailVerified integer, image text);
  create table account (userId text not null references user (id) on delete cascade, type text not null,
    provider text not null, providerAccountId text not null, refresh_token text, access_token text, expires_at integer,
    token_type text, scope text, id_token text, session_state text, primary key (provider, providerAccountId));
  create table session (sessionToken text primary key not null,
    userId text not null references user (id) on delete cascade, expires integer not null);`

export const drizzlePostgres = `
  create table "user" (id text primary key, name text, email text unique, "emailVerified" timestamp, image text);
  create table account ("userId" text not null references "user" (id) on delete cascade, type text not null,
    provider text not null, "providerAccountId" text not null, refresh_token text, access_token text, expires_at integer,
    token_type text, scope text, id_token text, session_state text, primary key (provider, "providerAccountId"));
  create table session ("sessionToken" text primary key,
    "userId" text not null references "user" (id) on delete cascade, expires timestamp not null);`

/** Tables of the guide of @auth/pg-adapter, which has no indexes except for the primary keys. */
export const pgAdapter = `
  create table users (id serial, name varchar(255), email varchar(255), "emailVerified" timestamptz, image text,
    primary key (id));
  create table accounts (id serial, "userId" integer not null, type varchar(255) not null, provider varchar(255) not null,
    "providerAccountId" varchar(255) not null, refresh_token text, access_token text, expires_at bigint, id_token text,
    scope text, session_state text, token_type text, primary key (id));
  create table sessions (id serial, "userId" integer not null, expires timestamptz not null,
    "sessionToken" varchar(255) not null, primary key (id));`
