/** {@code narrows dictionary}: trains dictionaries for streams, shows and checks them, and measures what they save. */
@NullMarked
package io.narrows.cli.dictionary;

import org.jspecify.annotations.NullMarked;
