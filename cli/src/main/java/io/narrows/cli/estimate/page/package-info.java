/** An estimate as a page: one HTML file without scripts, fonts or requests. */
@NullMarked
package io.narrows.cli.estimate.page;

import org.jspecify.annotations.NullMarked;
