/** Prints the choices of a policy, as tables and as JSON. */
package io.narrows.cli.policy;
