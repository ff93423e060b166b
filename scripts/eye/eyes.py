"""The eye from our own file eye.bin (int8 weights), in PyTorch."""
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F
W, N = 384, 12
class Reader:
    def __init__(self, path): self.b, self.at = open(path, "rb").read(), 0
    def f(self, n): v = np.frombuffer(self.b, "<f4", n, self.at); self.at += 4 * n; return torch.from_numpy(v.copy())
    def layer(self, rows, cols):
        s = self.f(rows); w = np.frombuffer(self.b, np.int8, rows * cols, self.at).reshape(rows, cols); self.at += rows * cols
        return nn.Parameter(torch.from_numpy(w.astype(np.float32)) * s[:, None]), nn.Parameter(self.f(rows))
class Eye(nn.Module):
    width, side, cls = 384, 16, True
    def __init__(self, path):
        super().__init__(); r = Reader(path)
        self.p = nn.ParameterList(r.layer(W, 588)); self.tok = nn.Parameter(r.f(257 * W).reshape(257, W)); self.blocks = nn.ModuleList()
        for _ in range(N):
            b = nn.ParameterList([r.f(W), r.f(W), *r.layer(3 * W, W), *r.layer(W, W), r.f(W), r.f(W), *r.layer(4 * W, W), *r.layer(W, 4 * W)]); self.blocks.append(b)
        self.norm = nn.ParameterList([r.f(W), r.f(W)]); assert r.at == len(r.b), (r.at, len(r.b))
    def forward(self, x):
        """x: bytes as floats 0..255, [B, 224, 224, 3]"""
        b = len(x)
        x = x.reshape(b, 16, 14, 16, 42).transpose(2, 3).reshape(b, 256, 588)
        x = F.linear(x, *self.p)
        x = torch.cat([torch.zeros(b, 1, W, device=x.device, dtype=x.dtype), x], 1) + self.tok
        for n1w, n1b, qw, qb, pw, pb, n2w, n2b, f1, b1, f2, b2 in self.blocks:
            q, k, v = F.linear(F.layer_norm(x, (W,), n1w, n1b, 1e-6), qw, qb).reshape(b, 257, 3, 6, 64).permute(2, 0, 3, 1, 4)
            x = x + F.linear(F.scaled_dot_product_attention(q, k, v, scale=1.0).transpose(1, 2).reshape(b, 257, W), pw, pb)
            x = x + F.linear(F.gelu(F.linear(F.layer_norm(x, (W,), n2w, n2b, 1e-6), f1, b1)), f2, b2)
        return F.layer_norm(x, (W,), *self.norm, 1e-6)
