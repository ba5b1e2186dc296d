/** Prints the choices of a policy, as tables and as JSON. */
@NullMarked
package io.narrows.cli.policy;

import org.jspecify.annotations.NullMarked;
