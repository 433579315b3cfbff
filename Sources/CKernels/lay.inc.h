// Working pixels over each other.

INLINE f16 over4(f16 below, f16 value, f16 share) {
  // As WorkingPixel.bounded.
  f16 alpha = alphas(value);
  alpha = select16(alpha > 1 - 0x1p-20f, all16(1), greatest(alpha, all16(0)));
  f16 top = select16(is_alpha, alpha, least(greatest(value, all16(0)), alpha)) * share;
  return top + below * (1 - alphas(top));
}

static void lay(float *restrict below, const float *restrict values, const float *restrict shares,
                float share, int32_t count) {
  int32_t i = 0;
  for (; i + 4 <= count; i += 4) {
    f16 part = shares ? spread(load4(shares + i)) : all16(share);
    store16(below + 4 * (ptrdiff_t)i, over4(load16(below + 4 * (ptrdiff_t)i), load16(values + 4 * (ptrdiff_t)i), part));
  }
  if (i < count) {
    const size_t rest = (size_t)(count - i);
    f16 under = all16(0), value = all16(0);
    f4 part = {share, share, share, share};
    __builtin_memcpy(&under, below + 4 * (ptrdiff_t)i, rest * 16);
    __builtin_memcpy(&value, values + 4 * (ptrdiff_t)i, rest * 16);
    if (shares) __builtin_memcpy(&part, shares + i, rest * 4);
    under = over4(under, value, spread(part));
    __builtin_memcpy(below + 4 * (ptrdiff_t)i, &under, rest * 16);
  }
}
