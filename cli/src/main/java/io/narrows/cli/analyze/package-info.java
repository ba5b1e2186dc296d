/** {@code narrows analyze}: the results of each codec on given traffic. */
package io.narrows.cli.analyze;
