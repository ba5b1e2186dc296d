/** {@code narrows sst}: inspects SST files, checks them, and tries other codecs on them. */
package io.narrows.cli.sst;
