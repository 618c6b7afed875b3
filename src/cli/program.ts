/** Declares the commands for operators. The code of a command is loaded when it runs, so that help needs no settings. */
import { Argument, Command, CommanderError, Help, InvalidArgumentError, Option } from 'commander';
import { domainSeverities, memberRoles } from '../db/vocabulary.ts';
import { version } from '../lib/paths.ts';
import { CommandFailure, type CommandHandler, explainFailure, print } from './command.ts';

/** Runs the command that the words name. Returns the exit code. */
export async function runCommand(words: string[]): Promise<0 | 1 | 2> {
  const program = createProgram();
  try {
    await program.parseAsync(words.length > 0 ? words : ['help'], { from: 'user' });
    return 0;
  } catch (error) {
    // commander has printed the message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const { json } = program.opts();
    if (json && error instanceof CommandFailure && error.answer !== undefined) print(JSON.stringify(error.answer));
    process.stderr.write(`${explainFailure(error)}\n`);
    return 1;
  }
}

/** Runs the handler, and prints what it returns if --json is given. */
const run =
  (load: () => Promise<CommandHandler>) =>
  async (...given: unknown[]): Promise<void> => {
    const command = given.at(-1) as Command;
    const { json } = command.optsWithGlobals();
    const handle = await load();
    try {
      const answer = await handle(json ? () => {} : print, ...(given as never[]));
      if (json) print(JSON.stringify(answer));
    } catch (error) {
      if (error instanceof InvalidArgumentError) command.error(`error: ${error.message}`);
      throw error;
    }
  };

const commandsBelow = (command: Command): Command[] =>
  command.commands.flatMap((each) => (each.commands.length > 0 ? commandsBelow(each) : [each]));

const fullName = (command: Command): string =>
  command.parent?.parent ? `${fullName(command.parent)} ${command.name()}` : command.name();

/** Throws CommanderError when help was printed, and for wrong usage. */
export function createProgram(): Command {
  const program = new Command('npm run cli --')
    .usage('COMMAND …')
    .option('--json', 'print one JSON value')
    .version(version, '--version', 'print the version of Potluck')
    .configureHelp({
      showGlobalOptions: true,
      visibleCommands: commandsBelow,
      subcommandTerm: (command) => new Help().subcommandTerm(command).replace(command.name(), fullName(command)),
    })
    .exitOverride()
    .showHelpAfterError();
  const group = (name: string, description: string) =>
    program.command(name).description(description).commandsGroup(`${description}:`);

  const account = group('account', 'Accounts');
  account
    .command('create <name>')
    .description('create a local account; without --password-stdin a password is generated and printed')
    .option('--display <name>', 'name that people see')
    .option('--password-stdin', 'read the password from stdin')
    .option('--admin', 'make it an administrator')
    .action(run(async () => (await import('./accounts.ts')).accountCreate));
  account
    .command('list')
    .description('list local accounts')
    .action(run(async () => (await import('./accounts.ts')).accountList));
  account
    .command('role <name>')
    .addArgument(new Argument('<role>').choices(memberRoles))
    .description('give a member a role')
    .action(run(async () => (await import('./accounts.ts')).accountRole));
  account
    .command('suspend <name>')
    .description('hide an account, name or name@host, and its posts; a member’s tokens are refused at once')
    .action(run(async () => (await import('./moderation.ts')).accountSuspend));
  account
    .command('unsuspend <name>')
    .description('lift the suspension of an account')
    .action(run(async () => (await import('./moderation.ts')).accountUnsuspend));
  account
    .command('limit <name>')
    .description('show an account, name or name@host, in public lists only to its followers')
    .action(run(async () => (await import('./moderation.ts')).accountLimit));
  account
    .command('unlimit <name>')
    .description('end the limit of an account')
    .action(run(async () => (await import('./moderation.ts')).accountUnlimit));
  account
    .command('move <name> <address>')
    .description('move the followers of an account to name@host, which must list the account as an alias')
    .action(run(async () => (await import('./accounts.ts')).accountMove));
  account
    .command('export <name> <file>')
    .description('export an account into a zip archive: items, pictures, profile, follows, blocks, collections')
    .action(run(async () => (await import('./account-archive.ts')).accountExport));
  account
    .command('export-recipes <name> <file>')
    .description('export the recipes of an account: as a cookbook if FILE ends in .epub, else as a zip of Markdown')
    .action(run(async () => (await import('./account-archive.ts')).accountExportRecipes));
  account
    .command('import <name> <file>')
    .description('import such an archive without notifying followers; importing twice creates nothing twice')
    .action(run(async () => (await import('./account-archive.ts')).accountImport));
  account
    .command('reset-password <name>')
    .description('print a new password, end all sessions, revoke all tokens and remove all passkeys of the account')
    .action(run(async () => (await import('./accounts.ts')).accountResetPassword));
  account
    .command('disable-two-factor <name>')
    .description('turn off two-factor authentication of a member who lost the phone and the recovery codes')
    .action(run(async () => (await import('./accounts.ts')).accountDisableTwoFactor));
  group('token', 'Tokens')
    .command('create')
    .description('create and print an access token for the API')
    .requiredOption('--account <name>', 'account that the token acts for')
    .requiredOption('--scope <scopes>', 'such as "read write account:read account:write"')
    .action(run(async () => (await import('./accounts.ts')).tokenCreate));
  program
    .command('setup-link')
    .description('print a new one-time link that creates the first administrator')
    .action(run(async () => (await import('./accounts.ts')).printSetupLink));
  program
    .command('follow <name> <address>')
    .description('make a local account follow name@host; wait up to 10 s while that account is fetched')
    .action(run(async () => (await import('./accounts.ts')).followAccount));
  program
    .command('lookup <address>')
    .description('print what is stored about an account; an unknown remote account is fetched in the background')
    .action(run(async () => (await import('./accounts.ts')).lookup));

  group('recipe', 'Recipes')
    .command('import <files...>')
    .description('import recipes from web pages or schema.org JSON, - for stdin, and report what was not understood')
    .requiredOption('--account <name>', 'account that gets the recipes')
    .option('--no-pictures', 'do not fetch the pictures that the pages name')
    .action(run(async () => (await import('./recipe-import.ts')).recipeImport));

  group('report', 'Reports')
    .command('list')
    .description('list the open reports')
    .action(run(async () => (await import('./moderation.ts')).reportList));

  const domain = group('domain', 'Rules for other servers');
  domain
    .command('block <host>')
    .description('block a server and its subdomains, or limit it')
    .addOption(
      new Option('--severity <severity>', 'silence limits it, noop only rejects what is named')
        .choices(domainSeverities)
        .default('suspend'),
    )
    .option('--reject-media', 'store no pictures of it')
    .option('--reject-reports', 'ignore its reports')
    .option('--comment <text>', 'note for moderators')
    .action(run(async () => (await import('./moderation.ts')).domainBlock));
  domain
    .command('unblock <host>')
    .description('end the rule for a server; its accounts are shown again, follows stay ended')
    .action(run(async () => (await import('./moderation.ts')).domainUnblock));
  domain
    .command('list')
    .description('list the rules')
    .action(run(async () => (await import('./moderation.ts')).domainList));
  domain
    .command('import <file>')
    .description('import rules from the CSV of Mastodon')
    .action(run(async () => (await import('./moderation.ts')).domainImport));
  domain
    .command('export')
    .description('print the rules as CSV that Mastodon imports')
    .action(run(async () => (await import('./moderation.ts')).domainExport));

  group('federation', 'Federation')
    .command('check <url>')
    .description('print what this server reads of a recipe, baking, preparation or post of another one; store nothing')
    .action(run(async () => (await import('./federation.ts')).federationCheck));

  const host = group('host', 'Deliveries to other servers');
  host
    .command('list')
    .description('list the servers that this one delivers to, with their circuit and pending deliveries')
    .action(run(async () => (await import('./moderation.ts')).hostList));
  host
    .command('show <host>')
    .description('print circuit, last success and error, deliveries, signature dialect and software of a server')
    .action(run(async () => (await import('./moderation.ts')).hostShow));
  host
    .command('retry <host>')
    .description('retry failed and pending deliveries to a server now, and close its circuit')
    .action(run(async () => (await import('./moderation.ts')).hostRetry));

  const queue = group('queue', 'Jobs');
  queue
    .command('stats')
    .description('count waiting, dispatched and quarantined jobs')
    .action(run(async () => (await import('./maintenance.ts')).queueStats));
  queue
    .command('quarantine')
    .description('list jobs that failed too often, oldest first, with their last error')
    .action(run(async () => (await import('./maintenance.ts')).queueQuarantine));
  queue
    .command('replay <id>')
    .description('enqueue a quarantined job again')
    .action(run(async () => (await import('./maintenance.ts')).queueReplay));

  const media = group('media', 'Pictures');
  media
    .command('prune')
    .description('delete pictures without an item, stray files, and cached remote pictures beyond the limit')
    .action(run(async () => (await import('./maintenance.ts')).mediaPrune));
  media
    .command('move')
    .addArgument(new Argument('<place>').choices(['bucket', 'disk']))
    .description('copy all files to the bucket of S3_*, or back to the disk; run it again to continue')
    .action(run(async () => (await import('./maintenance.ts')).mediaMove));
  group('retention', 'Retention')
    .command('set')
    .description('set how long remote items that nobody here uses, and remote pictures, are kept')
    .option('--items <days>', 'days, or never')
    .option('--pictures <days>', 'days, or never')
    .option('--followed-too', 'remove items of followed accounts as well')
    .option('--dry-run', 'only print what would be removed')
    .action(run(async () => (await import('./maintenance.ts')).retentionSet));
  program
    .command('storage')
    .description('list what takes room: items, pictures, activities and the rest of the database')
    .action(run(async () => (await import('./maintenance.ts')).storage));

  program
    .command('backup <file>')
    .description('write the database, the secret and the media on disk into one file; the server may run')
    .action(run(async () => (await import('./backup.ts')).backup));
  program
    .command('restore <file>')
    .description('restore a backup into an empty DATA_DIR or database; pending deliveries are quarantined')
    .option('--resend', 'send pending deliveries')
    .action(run(async () => (await import('./backup.ts')).restore));
  const database = group('database', 'Database');
  database
    .command('move <url>')
    .description('copy the database into an empty PostgreSQL database and verify it; the server must be stopped')
    .option('--password-stdin', 'read the password of the new database from stdin')
    .action(run(async () => (await import('./database-commands.ts')).databaseMove));
  database
    .command('upgrade')
    .description('copy an embedded database of an earlier PostgreSQL, fetched by npm; the server must be stopped')
    .action(run(async () => (await import('./database-commands.ts')).databaseUpgrade));
  program
    .command('migrate')
    .description('apply pending database migrations and print them')
    .action(run(async () => (await import('./maintenance.ts')).applyMigrations));
  program
    .command('recount')
    .description('repair wrong counters of likes, boosts, replies, cooked items, followers and following')
    .action(run(async () => (await import('./maintenance.ts')).recountAll));
  program
    .command('reindex')
    .description('rebuild what the search for recipes reads')
    .action(run(async () => (await import('./maintenance.ts')).reindex));
  group('mail', 'E-mail')
    .command('test <address>')
    .description('send a test message, to see whether SMTP_URL and MAIL_FROM are right')
    .action(run(async () => (await import('./maintenance.ts')).mailTest));
  program
    .command('doctor')
    .description('check settings, proxy, database, workers, disk, mail and more, and print how to fix problems')
    .action(run(async () => (await import('./doctor.ts')).doctor));

  // Suggestions would be of the second words of commands.
  return program
    .addHelpText('after', '\nExit code 0: done, 1: failed, 2: wrong usage.')
    .showSuggestionAfterError(false)
    .showHelpAfterError('"npm run cli -- help" lists all commands');
}
