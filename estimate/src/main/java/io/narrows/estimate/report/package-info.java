/** An estimate per month and in dollars, and the policy that costs least. */
@NullMarked
package io.narrows.estimate.report;

import org.jspecify.annotations.NullMarked;
