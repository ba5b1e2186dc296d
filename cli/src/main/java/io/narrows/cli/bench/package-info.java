/** {@code narrows bench}: what can be measured with what is shipped. */
package io.narrows.cli.bench;
