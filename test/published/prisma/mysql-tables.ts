/**
 * The tables of the generated schema on MySQL, with a binary collation as the guide says. The engine of Prisma that needs no native
 * program cannot plan migrations of MySQL.
 */
export const mysqlTables = `
create table User (
  id varchar(191) primary key, role varchar(191), phone varchar(191), name varchar(191), email varchar(191) unique,
  emailVerified datetime(3), image text
);
create table Account (
  userId varchar(191) not null, type varchar(191) not null, provider varchar(191) not null, providerAccountId varchar(191) not null,
  refresh_token text, access_token text, expires_at int, token_type varchar(191), scope text, id_token text, session_state text,
  primary key (provider, providerAccountId), foreign key (userId) references User (id) on delete cascade
);
create table Session (
  sessionToken varchar(191) primary key, userId varchar(191) not null, expires datetime(3) not null,
  index (expires), foreign key (userId) references User (id) on delete cascade
);
create table VerificationToken (
  identifier varchar(191), token varchar(191), expires datetime(3) not null, primary key (identifier, token), index (expires)
);
create table Authenticator (
  credentialID varchar(191) unique, userId varchar(191), providerAccountId varchar(191) not null, credentialPublicKey text not null,
  counter int not null, credentialDeviceType varchar(191) not null, credentialBackedUp boolean not null, transports varchar(191),
  primary key (userId, credentialID), foreign key (userId) references User (id) on delete cascade
);
create table latchkey_record (
  kind varchar(191), id varchar(512), userId varchar(191), value mediumtext not null, count int, version bigint not null,
  expires datetime(3), primary key (kind, id), index (userId), index (expires)
);
alter table latchkey_record convert to character set utf8mb4 collate utf8mb4_nopad_bin`
