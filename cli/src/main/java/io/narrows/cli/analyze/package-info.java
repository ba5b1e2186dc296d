/** {@code narrows analyze}: the results of each codec on given traffic. */
@NullMarked
package io.narrows.cli.analyze;

import org.jspecify.annotations.NullMarked;
