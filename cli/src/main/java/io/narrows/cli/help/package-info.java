/** The command line described for shells, which complete it, and for people, as manual pages. */
package io.narrows.cli.help;
