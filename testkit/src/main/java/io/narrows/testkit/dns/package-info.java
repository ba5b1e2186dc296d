/** A DNS server for tests. */
@NullMarked
package io.narrows.testkit.dns;

import org.jspecify.annotations.NullMarked;
