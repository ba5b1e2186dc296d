/** {@code narrows analyze}: what each codec would make of given traffic. */
package io.narrows.cli.analyze;
