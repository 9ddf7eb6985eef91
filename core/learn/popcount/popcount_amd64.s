#include "textflag.h"

// Go writes the operands from the source to the destination.

// SUM8 adds the eight 64-bit lanes of Z2 into the lowest one of X2. It uses X3.
#define SUM8 \
	VEXTRACTI64X4 $1, Z2, Y3 \
	VPADDQ        Y3, Y2, Y2 \
	SUM4

// SUM4 adds the four 64-bit lanes of Y2 into the lowest one of X2. It uses X3.
#define SUM4 \
	VEXTRACTI128 $1, Y2, X3  \
	VPADDQ       X3, X2, X2  \
	VPSHUFD      $0xEE, X2, X3 \
	VPADDQ       X3, X2, X2

// func counts512(group, states *Block, number int, counts *int32)
TEXT ·counts512(SB), NOSPLIT, $0-32
	MOVQ group+0(FP), AX
	MOVQ states+8(FP), BX
	MOVQ number+16(FP), CX
	MOVQ counts+24(FP), DX
	VMOVDQU64 (AX), Z0
	VMOVDQU64 64(AX), Z1

state:
	VPANDQ   (BX), Z0, Z2
	VPANDQ   64(BX), Z1, Z3
	VPOPCNTQ Z2, Z2
	VPOPCNTQ Z3, Z3
	VPADDQ   Z3, Z2, Z2
	SUM8
	VMOVD    X2, (DX)
	ADDQ     $128, BX
	ADDQ     $4, DX
	DECQ     CX
	JNZ      state
	VZEROUPPER
	RET

// func and512(to, a, b *Block) int
TEXT ·and512(SB), NOSPLIT, $0-32
	MOVQ      to+0(FP), DX
	MOVQ      a+8(FP), AX
	MOVQ      b+16(FP), BX
	VMOVDQU64 (AX), Z0
	VMOVDQU64 64(AX), Z1
	VPANDQ    (BX), Z0, Z0
	VPANDQ    64(BX), Z1, Z1
	VMOVDQU64 Z0, (DX)
	VMOVDQU64 Z1, 64(DX)
	VPOPCNTQ  Z0, Z2
	VPOPCNTQ  Z1, Z3
	VPADDQ    Z3, Z2, Z2
	SUM8
	VMOVQ     X2, AX
	VZEROUPPER
	MOVQ      AX, ret+24(FP)
	RET

// func countRuns512(groups *Block, pieces *Piece, runs *Run, number int, states *uint64, stride, sets int, counts *int32)
TEXT ·countRuns512(SB), NOSPLIT, $0-64
	MOVQ groups+0(FP), AX
	MOVQ pieces+8(FP), SI
	MOVQ runs+16(FP), DI
	MOVQ number+24(FP), R12
	MOVQ states+32(FP), BX
	MOVQ stride+40(FP), R9
	MOVQ counts+56(FP), DX

run:
	MOVLQSX (DI), R11
	MOVL    4(DI), R10
	MOVQ    sets+48(FP), R13
	MOVQ    BX, R14

set:
	VPXORQ  Z2, Z2, Z2
	VPXORQ  Z3, Z3, Z3
	MOVQ    R11, CX

piece:
	MOVLQSX (SI), R8
	IMULQ   R9, R8
	VMOVDQU64 (AX), Z0
	VMOVDQU64 64(AX), Z1
	VPANDQ    (R14)(R8*8), Z0, Z0
	VPANDQ    64(R14)(R8*8), Z1, Z1
	VPOPCNTQ  Z0, Z0
	VPOPCNTQ  Z1, Z1
	VPADDQ    Z0, Z2, Z2
	VPADDQ    Z1, Z3, Z3
	ADDQ    $128, AX
	ADDQ    $8, SI
	DECQ    CX
	JNZ     piece
	VPADDQ  Z3, Z2, Z2
	SUM8
	VMOVD   X2, R8
	MOVL    R8, (DX)
	SUBL    R8, R10
	ADDQ    $4, DX
	ADDQ    $128, R14
	MOVQ    R11, R8 // back to the first piece of the run
	SHLQ    $3, R8
	SUBQ    R8, SI
	SHLQ    $4, R8
	SUBQ    R8, AX
	DECQ    R13
	JNZ     set
	ADDQ    R8, AX
	SHRQ    $4, R8
	ADDQ    R8, SI
	MOVL    R10, (DX)
	ADDQ    $4, DX
	ADDQ    $8, DI
	DECQ    R12
	JNZ     run
	VZEROUPPER
	RET

// The number of bits of each half of a byte, twice (Muła, Kurz & Lemire, "Faster population counts using AVX2
// instructions", The Computer Journal 61, 2018).
DATA nibbles<>+0(SB)/8, $0x0302020102010100
DATA nibbles<>+8(SB)/8, $0x0403030203020201
DATA nibbles<>+16(SB)/8, $0x0302020102010100
DATA nibbles<>+24(SB)/8, $0x0403030203020201
GLOBL nibbles<>(SB), RODATA|NOPTR, $32

DATA low<>+0(SB)/8, $0x0f0f0f0f0f0f0f0f
DATA low<>+8(SB)/8, $0x0f0f0f0f0f0f0f0f
DATA low<>+16(SB)/8, $0x0f0f0f0f0f0f0f0f
DATA low<>+24(SB)/8, $0x0f0f0f0f0f0f0f0f
GLOBL low<>(SB), RODATA|NOPTR, $32

// BYTES puts the number of bits of each byte of x into x. Y13 is zero, Y14 is low, Y15 is nibbles. It uses Y12.
#define BYTES(x) \
	VPSRLW  $4, x, Y12   \
	VPAND   Y14, x, x    \
	VPAND   Y14, Y12, Y12 \
	VPSHUFB x, Y15, x    \
	VPSHUFB Y12, Y15, Y12 \
	VPADDB  Y12, x, x

// BLOCK puts the number of bits in the 64-bit lanes of Y4 to Y7 into those of Y4. A byte has at most 32 before they
// are added up.
#define BLOCK \
	BYTES(Y4) \
	BYTES(Y5) \
	BYTES(Y6) \
	BYTES(Y7) \
	VPADDB  Y5, Y4, Y4 \
	VPADDB  Y7, Y6, Y6 \
	VPADDB  Y6, Y4, Y4 \
	VPSADBW Y13, Y4, Y4

#define TABLES \
	VMOVDQU low<>(SB), Y14 \
	VMOVDQU nibbles<>(SB), Y15 \
	VPXOR   Y13, Y13, Y13

// func counts2(group, states *Block, number int, counts *int32)
TEXT ·counts2(SB), NOSPLIT, $0-32
	MOVQ group+0(FP), AX
	MOVQ states+8(FP), BX
	MOVQ number+16(FP), CX
	MOVQ counts+24(FP), DX
	TABLES
	VMOVDQU (AX), Y8
	VMOVDQU 32(AX), Y9
	VMOVDQU 64(AX), Y10
	VMOVDQU 96(AX), Y11

state:
	VPAND   (BX), Y8, Y4
	VPAND   32(BX), Y9, Y5
	VPAND   64(BX), Y10, Y6
	VPAND   96(BX), Y11, Y7
	BLOCK
	VMOVDQA Y4, Y2
	SUM4
	VMOVD   X2, (DX)
	ADDQ    $128, BX
	ADDQ    $4, DX
	DECQ    CX
	JNZ     state
	VZEROUPPER
	RET

// func and2(to, a, b *Block) int
TEXT ·and2(SB), NOSPLIT, $0-32
	MOVQ    to+0(FP), DX
	MOVQ    a+8(FP), AX
	MOVQ    b+16(FP), BX
	TABLES
	VMOVDQU (AX), Y4
	VMOVDQU 32(AX), Y5
	VMOVDQU 64(AX), Y6
	VMOVDQU 96(AX), Y7
	VPAND   (BX), Y4, Y4
	VPAND   32(BX), Y5, Y5
	VPAND   64(BX), Y6, Y6
	VPAND   96(BX), Y7, Y7
	VMOVDQU Y4, (DX)
	VMOVDQU Y5, 32(DX)
	VMOVDQU Y6, 64(DX)
	VMOVDQU Y7, 96(DX)
	BLOCK
	VMOVDQA Y4, Y2
	SUM4
	VMOVQ   X2, AX
	VZEROUPPER
	MOVQ    AX, ret+24(FP)
	RET

// func countRuns2(groups *Block, pieces *Piece, runs *Run, number int, states *uint64, stride, sets int, counts *int32)
TEXT ·countRuns2(SB), NOSPLIT, $0-64
	MOVQ groups+0(FP), AX
	MOVQ pieces+8(FP), SI
	MOVQ runs+16(FP), DI
	MOVQ number+24(FP), R12
	MOVQ states+32(FP), BX
	MOVQ stride+40(FP), R9
	MOVQ counts+56(FP), DX
	TABLES

run:
	MOVLQSX (DI), R11
	MOVL    4(DI), R10
	MOVQ    sets+48(FP), R13
	MOVQ    BX, R14

set:
	VPXOR   Y2, Y2, Y2
	MOVQ    R11, CX

piece:
	MOVLQSX (SI), R8
	IMULQ   R9, R8
	VMOVDQU (AX), Y4
	VMOVDQU 32(AX), Y5
	VMOVDQU 64(AX), Y6
	VMOVDQU 96(AX), Y7
	VPAND   (R14)(R8*8), Y4, Y4
	VPAND   32(R14)(R8*8), Y5, Y5
	VPAND   64(R14)(R8*8), Y6, Y6
	VPAND   96(R14)(R8*8), Y7, Y7
	BLOCK
	VPADDQ  Y4, Y2, Y2
	ADDQ    $128, AX
	ADDQ    $8, SI
	DECQ    CX
	JNZ     piece
	SUM4
	VMOVD   X2, R8
	MOVL    R8, (DX)
	SUBL    R8, R10
	ADDQ    $4, DX
	ADDQ    $128, R14
	MOVQ    R11, R8 // back to the first piece of the run
	SHLQ    $3, R8
	SUBQ    R8, SI
	SHLQ    $4, R8
	SUBQ    R8, AX
	DECQ    R13
	JNZ     set
	ADDQ    R8, AX
	SHRQ    $4, R8
	ADDQ    R8, SI
	MOVL    R10, (DX)
	ADDQ    $4, DX
	ADDQ    $8, DI
	DECQ    R12
	JNZ     run
	VZEROUPPER
	RET
