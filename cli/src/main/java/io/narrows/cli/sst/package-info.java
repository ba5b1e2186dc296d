/** {@code narrows sst}: inspects SST files, checks them, and tries other codecs on them. */
@NullMarked
package io.narrows.cli.sst;

import org.jspecify.annotations.NullMarked;
